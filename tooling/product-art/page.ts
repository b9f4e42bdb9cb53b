import typefaceFile from '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2';
import { type Group, type Material, Mesh, Texture } from 'three';
import { pictureOf } from './catalogue.ts';
import { Renderer } from './studio/render.ts';
import { typeface } from './studio/screens.ts';

/** What the command asks of the page, and what it gets: PNG bytes in base64. Frames 0: as many as the picture wants. */
declare global {
  interface Window {
    drawPicture(name: string, options: { scale: number; frames: number }): Promise<string>;
  }
}

let renderer: Renderer | undefined;

async function prepare(): Promise<Renderer> {
  if (renderer) return renderer;
  const font = new FontFace(typeface.replaceAll('"', ''), `url(${typefaceFile})`, { weight: '300 800' });
  document.fonts.add(await font.load());
  renderer = new Renderer();
  return renderer;
}

/** Without this the memory of a software renderer grows with every picture. */
function dispose(goods: Group): void {
  goods.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    const materials: Material[] = Array.isArray(part.material) ? part.material : [part.material];
    for (const material of materials) {
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
      material.dispose();
    }
  });
}

window.drawPicture = async (name, { scale, frames }) => {
  const ready = await prepare();
  const { goods: make, shot } = pictureOf(name);
  const goods = make();
  const [width, height] = [Math.round(shot.width * scale), Math.round(shot.height * scale)];
  const image = ready.draw(goods, { ...shot, width, height, frames: frames || shot.frames });
  dispose(goods);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  let binary = '';
  for (let index = 0; index < bytes.length; index += 8192)
    binary += String.fromCharCode(...bytes.subarray(index, index + 8192));
  return btoa(binary);
};
