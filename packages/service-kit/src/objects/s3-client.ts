/**
 * The used parts of Amazon's SDK, in a module of their own because it becomes a separate bundle (`service-build.ts`).
 */
export {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
