import { catalogEndpoints } from '@kinmel/contracts';
import { imageOf } from '@kinmel/pictures';
import { ProblemError, type Route, route } from '@kinmel/service-kit';
import { type ImagesContext, uploadImage } from './upload-image.ts';

export function imagesRoutes(context: ImagesContext): Route[] {
  return [
    route(catalogEndpoints.uploadImage, async ({ file, identity, staff }) => {
      // The contract requires an admin, so there is an identity.
      if (!identity) throw new ProblemError('not-signed-in', 'Please sign in first.');
      if (!file) throw new ProblemError('invalid-request', 'Please select an image file to upload.');
      const picture = await uploadImage(context, {
        personId: identity.userId,
        original: file.buffer,
        by: staff,
      });
      return { imageUrl: imageOf(picture), picture };
    }),
  ];
}
