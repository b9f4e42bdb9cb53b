import {
  DirectionalLight,
  type Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShadowMaterial,
  SRGBColorSpace,
  type Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { bakeStudio } from './studio.ts';

export interface Shot {
  width: number;
  height: number;
  frames: number;
  /** Degrees above the horizon. */
  elevation: number;
  /** Part of the picture that the goods fill on the side that binds. */
  fill: number;
  /** Where the middle of the goods sits, from the top; 0.5 is the middle. */
  middle?: number;
  fieldOfView?: number;
  /** How dark the ground shadow is at its darkest. */
  shadow?: number;
  /** Cuts the picture to a part of the goods: [left, top, right, bottom] of their box, 0 to 1. */
  crop?: readonly [number, number, number, number];
}

const shadowColor = [12 / 255, 29 / 255, 25 / 255] as const;

/** Van der Corput sequence: the same well-spread numbers at every run, so a picture can be made again. */
function halton(index: number, base: number): number {
  let [result, fraction, rest] = [0, 1 / base, index];
  while (rest > 0) {
    result += fraction * (rest % base);
    rest = Math.floor(rest / base);
    fraction /= base;
  }
  return result;
}

export class Renderer {
  readonly #renderer: WebGLRenderer;
  readonly #environment: Texture;

  constructor() {
    this.#renderer = new WebGLRenderer({ alpha: true, antialias: false, preserveDrawingBuffer: true });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.toneMappingExposure = 0.95;
    this.#renderer.outputColorSpace = SRGBColorSpace;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.setClearColor(0x000000, 0);
    this.#environment = bakeStudio(this.#renderer);
  }

  /** Draws the goods and gives back straight (not premultiplied) RGBA rows from the top down. */
  draw(goods: Group, shot: Shot): ImageData {
    goods.updateMatrixWorld(true);
    const { camera, window } = frameGoods(goods, shot);
    const reach = reachOf(goods);
    const shadow = this.#drawShadow(goods, camera, window, shot, reach);
    const beauty = this.#drawBeauty(goods, camera, window, shot, reach);
    return compose(beauty, shadow, shot);
  }

  #read(width: number, height: number, sum: Float32Array, weight: number): void {
    const gl = this.#renderer.getContext();
    const bytes = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    for (let index = 0; index < bytes.length; index += 1)
      sum[index] = (sum[index] ?? 0) + (bytes[index] ?? 0) * weight;
  }

  #drawBeauty(
    goods: Group,
    camera: PerspectiveCamera,
    window: Window,
    shot: Shot,
    reach: Reach,
  ): Float32Array {
    const { width, height, frames } = shot;
    const scene = new Scene();
    scene.environment = this.#environment;
    scene.environmentIntensity = 0.82;
    scene.add(goods);
    const key = lightFor(reach, 1.55, 1024);
    const dome = lightFor(reach, 1, 768);
    for (const light of [key, dome]) scene.add(light, light.target);
    this.#renderer.setSize(width, height, false);
    const sum = new Float32Array(width * height * 4);
    for (let frame = 0; frame < frames; frame += 1) {
      aim(camera, shot, window, window.width / width, halton(frame + 1, 2) - 0.5, halton(frame + 1, 3) - 0.5);
      place(key, reach, keyDirection(frame));
      place(dome, reach, domeDirection(frame));
      this.#renderer.render(scene, camera);
      this.#read(width, height, sum, 1 / (255 * frames));
    }
    for (const light of [key, dome]) light.dispose();
    scene.remove(goods);
    return sum;
  }

  /** The ground shadow alone, small and from many lights: this is what keeps it free of streaks. */
  #drawShadow(
    goods: Group,
    camera: PerspectiveCamera,
    window: Window,
    shot: Shot,
    reach: Reach,
  ): HTMLCanvasElement {
    const scale = 420 / Math.max(shot.width, shot.height);
    const [width, height] = [Math.round(shot.width * scale), Math.round(shot.height * scale)];
    const scene = new Scene();
    const hidden = new MeshBasicMaterial({ colorWrite: false, depthWrite: false, depthTest: false });
    const kept = new Map<Mesh, Mesh['material']>();
    goods.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      kept.set(part, part.material);
      part.material = hidden;
    });
    const ground = new Mesh(new PlaneGeometry(400, 400), new ShadowMaterial({ opacity: 1 }));
    ground.rotation.x = -Math.PI / 2;
    ground.position.y = reach.floor;
    ground.receiveShadow = true;
    const light = lightFor(reach, 1, 640);
    light.shadow.radius = 4;
    scene.add(goods, ground, light, light.target);
    this.#renderer.setSize(width, height, false);
    const sum = new Float32Array(width * height * 4);
    const [keys, domes] = shot.frames < 10 ? [10, 30] : [16, 46];
    for (let sample = 0; sample < keys + domes; sample += 1) {
      const isKey = sample < keys;
      aim(
        camera,
        shot,
        window,
        window.width / width,
        halton(sample + 1, 5) - 0.5,
        halton(sample + 1, 7) - 0.5,
      );
      place(light, reach, isKey ? keyDirection(sample) : domeDirection(sample - keys));
      this.#renderer.render(scene, camera);
      this.#read(width, height, sum, (isKey ? 0.36 / keys : 0.78 / domes) / 255);
    }
    for (const [part, material] of kept) part.material = material;
    light.dispose();
    scene.remove(goods);
    return shadowPicture(sum, width, height, shot.shadow ?? 0.6);
  }
}

interface Reach {
  center: Vector3;
  radius: number;
  floor: number;
}

/** The part of the camera's view that becomes the picture, in pixels of the unshifted view. */
interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
}

function eachPoint(goods: Object3D, visit: (point: Vector3) => void): void {
  const point = new Vector3();
  const instance = new Matrix4();
  goods.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const position = part.geometry.getAttribute('position');
    const copies = part instanceof InstancedMesh ? part.count : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (part instanceof InstancedMesh) part.getMatrixAt(copy, instance);
      for (let index = 0; index < position.count; index += 1) {
        point.fromBufferAttribute(position, index);
        if (part instanceof InstancedMesh) point.applyMatrix4(instance);
        visit(point.applyMatrix4(part.matrixWorld));
      }
    }
  });
}

function reachOf(goods: Object3D): Reach {
  const [low, high] = [new Vector3(1e9, 1e9, 1e9), new Vector3(-1e9, -1e9, -1e9)];
  eachPoint(goods, (point) => {
    low.min(point);
    high.max(point);
  });
  return {
    center: low.clone().add(high).multiplyScalar(0.5),
    radius: low.distanceTo(high) / 2,
    floor: low.y,
  };
}

/** Frames by measuring: projects every point and sets the window so that the goods fill the wanted part. */
function frameGoods(goods: Object3D, shot: Shot): { camera: PerspectiveCamera; window: Window } {
  const { center, radius } = reachOf(goods);
  const { width, height } = shot;
  const fieldOfView = shot.fieldOfView ?? 18;
  const camera = new PerspectiveCamera(fieldOfView, width / height, 1, 1000);
  const distance = (radius * 1.25) / Math.tan((fieldOfView * Math.PI) / 360);
  const rise = (shot.elevation * Math.PI) / 180;
  camera.position.set(center.x, center.y + Math.sin(rise) * distance, center.z + Math.cos(rise) * distance);
  camera.lookAt(center);
  camera.near = Math.max(distance - radius * 3, 0.5);
  camera.far = distance + radius * 4;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld(true);
  let [left, right, top, bottom] = [1e9, -1e9, 1e9, -1e9];
  eachPoint(goods, (point) => {
    point.project(camera);
    const [x, y] = [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  if (shot.crop) {
    const [a, b, c, d] = shot.crop;
    const [w, h] = [right - left, bottom - top];
    [left, right, top, bottom] = [left + w * a, left + w * c, top + h * b, top + h * d];
  }
  const scale = shot.fill * Math.min(width / (right - left), height / (bottom - top));
  const [w, h] = [width / scale, height / scale];
  return {
    camera,
    window: {
      left: (left + right) / 2 - w / 2,
      top: (top + bottom) / 2 - h * (shot.middle ?? 0.49),
      width: w,
      height: h,
    },
  };
}

/** Sets the window of the camera, shifted by a part of a pixel. */
function aim(
  camera: PerspectiveCamera,
  shot: Shot,
  window: Window,
  pixel: number,
  dx: number,
  dy: number,
): void {
  camera.setViewOffset(
    shot.width,
    shot.height,
    window.left + dx * pixel,
    window.top + dy * pixel,
    window.width,
    window.height,
  );
}

function lightFor({ radius }: Reach, intensity: number, mapSize: number): DirectionalLight {
  const light = new DirectionalLight(0xffffff, intensity);
  light.castShadow = true;
  light.shadow.mapSize.set(mapSize, mapSize);
  light.shadow.radius = 5;
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = radius * 0.003;
  const box = light.shadow.camera;
  [box.left, box.right, box.top, box.bottom] = [-radius * 1.05, radius * 1.05, radius * 1.05, -radius * 1.05];
  [box.near, box.far] = [radius * 0.5, radius * 8];
  box.updateProjectionMatrix();
  return light;
}

function place(light: DirectionalLight, { center, radius }: Reach, direction: Vector3): void {
  light.target.position.copy(center);
  light.position.copy(center).addScaledVector(direction, radius * 4);
  light.target.updateMatrixWorld();
  light.updateMatrixWorld();
}

/** From the upper left in front, wandering over the surface of a large soft box. */
function keyDirection(index: number): Vector3 {
  const [a, b] = [halton(index + 1, 2) - 0.5, halton(index + 1, 3) - 0.5];
  return new Vector3(-0.62 + a * 0.62, 1.15 + b * 0.4, 0.72 + (a - b) * 0.5).normalize();
}

/** Cosine-weighted over the sky. */
function domeDirection(index: number): Vector3 {
  const [a, b] = [halton(index + 1, 2), halton(index + 1, 3)];
  const [radius, turn] = [Math.sqrt(a) * 0.985, b * Math.PI * 2];
  return new Vector3(
    Math.cos(turn) * radius,
    Math.sqrt(1 - radius * radius),
    Math.sin(turn) * radius,
  ).normalize();
}

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no 2D canvas.');
  return [canvas, context];
}

const smooth = (from: number, to: number, value: number) => {
  const position = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return position * position * (3 - 2 * position);
};

function shadowPicture(
  sum: Float32Array,
  width: number,
  height: number,
  strength: number,
): HTMLCanvasElement {
  const [canvas, context] = canvasOf(width, height);
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const covered = sum[((height - 1 - y) * width + x) * 4 + 3] ?? 0;
      image.data[(y * width + x) * 4 + 3] = Math.min(covered ** 1.25 * strength, 0.8) * 255;
    }
  }
  context.putImageData(image, 0, 0);
  const [soft, softContext] = canvasOf(width, height);
  softContext.filter = 'blur(1.6px)';
  softContext.drawImage(canvas, 0, 0);
  return soft;
}

/** Goods over their shadow; the shadow fades out before every edge, where any other ground would show a cut. */
function compose(beauty: Float32Array, shadow: HTMLCanvasElement, { width, height, crop }: Shot): ImageData {
  const [, context] = canvasOf(width, height);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(shadow, 0, 0, width, height);
  const ground = context.getImageData(0, 0, width, height).data;
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = ((height - 1 - y) * width + x) * 4;
      const to = (y * width + x) * 4;
      const [u, v] = [x / width, y / height];
      const fade = crop
        ? 0
        : smooth(0.005, 0.17, u) * smooth(0.995, 0.83, u) * smooth(0.997, 0.885, v) * smooth(0, 0.1, v);
      const alpha = beauty[from + 3] ?? 0;
      const cast = ((ground[to + 3] ?? 0) / 255) * fade * (1 - alpha);
      const total = alpha + cast;
      if (total < 0.004) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (beauty[from + channel] ?? 0) + (shadowColor[channel] ?? 0) * cast;
        image.data[to + channel] = Math.min(value / total, 1) * 255;
      }
      image.data[to + 3] = Math.min(total, 1) * 255;
    }
  }
  return image;
}
