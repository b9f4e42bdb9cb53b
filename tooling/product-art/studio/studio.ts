import {
  BackSide,
  BoxGeometry,
  CanvasTexture,
  Color,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from 'three';

/** An area that shines into the studio. Azimuth 0 is the camera, positive to its right; degrees and centimetres. */
interface Card {
  azimuth: number;
  elevation: number;
  distance: number;
  width: number;
  height: number;
  strength: number;
  tint?: string;
  /** Strength at the left and right edge as a part of `strength`: what gives flat glass its run of light. */
  grade?: readonly [left: number, right: number];
}

const cards: readonly Card[] = [
  { azimuth: 0, elevation: 88, distance: 22, width: 26, height: 18, strength: 3.4 },
  { azimuth: -78, elevation: 14, distance: 26, width: 9, height: 30, strength: 6.2, tint: '#fff4e4' },
  { azimuth: 82, elevation: 12, distance: 26, width: 7, height: 26, strength: 3.2, tint: '#e8f1ff' },
  { azimuth: 178, elevation: 26, distance: 26, width: 24, height: 6, strength: 5 },
  { azimuth: 48, elevation: 6, distance: 30, width: 12.5, height: 34, strength: 3.3, grade: [0, 1] },
  { azimuth: -44, elevation: 5, distance: 30, width: 16, height: 34, strength: 1.35, grade: [1, 0.08] },
];

const flags: readonly Card[] = [
  { azimuth: 23, elevation: 2, distance: 24, width: 4, height: 30, strength: 0.03 },
  { azimuth: -21, elevation: 2, distance: 24, width: 4, height: 30, strength: 0.03 },
];

function gradeTexture([left, right]: readonly [number, number]): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = 256;
  canvas.height = 4;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas.');
  for (let x = 0; x < 256; x += 1) {
    const position = x / 255;
    const eased = position * position * (3 - 2 * position);
    const value = Math.round(255 * (left + (right - left) * eased));
    context.fillStyle = `rgb(${value},${value},${value})`;
    context.fillRect(x, 0, 1, 4);
  }
  return new CanvasTexture(canvas);
}

function placed({ azimuth, elevation, distance, width, height, strength, tint, grade }: Card): Mesh {
  const color = new Color(tint ?? '#ffffff').multiplyScalar(strength);
  const material = new MeshBasicMaterial({ color, side: 2, ...(grade ? { map: gradeTexture(grade) } : {}) });
  const mesh = new Mesh(new PlaneGeometry(width, height), material);
  const [turn, rise] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  mesh.position.set(
    Math.sin(turn) * Math.cos(rise) * distance,
    Math.sin(rise) * distance,
    Math.cos(turn) * Math.cos(rise) * distance,
  );
  mesh.lookAt(0, 0, 0);
  return mesh;
}

/** The light of every picture: a grey room with soft boxes, baked once into an environment map. */
export function bakeStudio(renderer: WebGLRenderer): Texture {
  const scene = new Scene();
  const room = new BoxGeometry(90, 60, 90);
  const walls = [0.5, 0.5, 0.62, 0.34, 0.42, 0.46].map(
    (level) => new MeshBasicMaterial({ color: new Color(level, level, level), side: BackSide }),
  );
  scene.add(new Mesh(room, walls), ...cards.map(placed), ...flags.map(placed));
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(scene, 0.012, 0.1, 200, { size: 512 });
  return texture;
}
