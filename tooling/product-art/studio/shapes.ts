import {
  BufferGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  Shape,
  ShapeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

/** A rectangle whose corners bend in softer than a circle does; `radius` is what the eye reads. */
export function outline(width: number, height: number, radius: number): Shape {
  const reach = Math.min(radius * 1.18, width / 2, height / 2);
  const handle = reach * (1 - 0.62);
  const [x, y] = [width / 2, height / 2];
  return new Shape()
    .moveTo(-x + reach, -y)
    .lineTo(x - reach, -y)
    .bezierCurveTo(x - handle, -y, x, -y + handle, x, -y + reach)
    .lineTo(x, y - reach)
    .bezierCurveTo(x, y - handle, x - handle, y, x - reach, y)
    .lineTo(-x + reach, y)
    .bezierCurveTo(-x + handle, y, -x, y - handle, -x, y - reach)
    .lineTo(-x, -y + reach)
    .bezierCurveTo(-x, -y + handle, -x + handle, -y, -x + reach, -y) as Shape;
}

export interface SlabSize {
  width: number;
  height: number;
  depth: number;
  radius: number;
  bevel?: number;
}

/** A rounded slab, centred, its depth along z. ExtrudeGeometry comes flat shaded, hence the creased normals. */
export function slab({ width, height, depth, radius, bevel = 0.09 }: SlabSize): BufferGeometry {
  const rim = Math.min(bevel, depth / 2 - 0.001);
  const geometry = new ExtrudeGeometry(outline(width, height, radius), {
    depth: depth - 2 * rim,
    bevelEnabled: true,
    bevelSize: rim,
    bevelThickness: rim,
    bevelOffset: -rim,
    bevelSegments: 5,
    curveSegments: 24,
  });
  geometry.translate(0, 0, -depth / 2 + rim);
  return toCreasedNormals(geometry, 0.5);
}

/** A flat rounded face in the plane z = 0 whose texture coordinates run from 0 to 1. */
export function face(width: number, height: number, radius: number): BufferGeometry {
  const geometry = new ShapeGeometry(outline(width, height, radius), 16);
  const position = geometry.getAttribute('position');
  const uv: number[] = [];
  for (let index = 0; index < position.count; index += 1) {
    uv.push(position.getX(index) / width + 0.5, position.getY(index) / height + 0.5);
  }
  geometry.setAttribute('uv', new Float32BufferAttribute(uv, 2));
  return geometry;
}

/** Turns a profile of [radius, height] points, listed from the bottom up, around the y axis. */
export function turned(profile: readonly (readonly [number, number])[], segments = 72): BufferGeometry {
  const points = profile.map(([radius, height]) => new Vector2(Math.max(radius, 0.0001), height));
  return toCreasedNormals(new LatheGeometry(points, segments), 0.55);
}

const signedPower = (value: number, power: number) => Math.sign(value) * Math.abs(value) ** power;

/** A closed section between an ellipse (power 2) and a rectangle (large powers). */
export function section(width: number, thickness: number, power: number, count = 36): Vector2[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2;
    return new Vector2(
      (signedPower(Math.cos(angle), 2 / power) * width) / 2,
      (signedPower(Math.sin(angle), 2 / power) * thickness) / 2,
    );
  });
}

/**
 * Carries a section along a path that lies in one plane.
 * @param side the direction across the path in which the section's width lies; the plane's normal
 * @param taper the factor on the section's width along the path, by position from 0 to 1
 */
export function swept(
  path: readonly Vector3[],
  profile: readonly Vector2[],
  side: Vector3,
  { closed = false, taper = (_position: number): number => 1 } = {},
): BufferGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  const count = profile.length;
  const at = (index: number): Vector3 => {
    const wrapped = closed
      ? (index + path.length) % path.length
      : Math.min(Math.max(index, 0), path.length - 1);
    return path[wrapped] ?? new Vector3();
  };
  for (let step = 0; step < path.length; step += 1) {
    const tangent = at(step + 1)
      .clone()
      .sub(at(step - 1))
      .normalize();
    const out = new Vector3().crossVectors(tangent, side).normalize();
    const width = taper(step / (path.length - 1));
    for (const point of profile) {
      const place = at(step)
        .clone()
        .addScaledVector(side, point.x * width)
        .addScaledVector(out, point.y);
      positions.push(place.x, place.y, place.z);
    }
  }
  const rings = closed ? path.length : path.length - 1;
  for (let step = 0; step < rings; step += 1) {
    const next = (step + 1) % path.length;
    for (let index = 0; index < count; index += 1) {
      const beside = (index + 1) % count;
      const [a, b, c, d] = [
        step * count + index,
        step * count + beside,
        next * count + index,
        next * count + beside,
      ];
      indices.push(a, c, b, b, c, d);
    }
  }
  if (!closed) {
    for (const [ring, turn] of [
      [0, 1],
      [path.length - 1, -1],
    ] as const) {
      const middle = positions.length / 3;
      const place = at(ring);
      positions.push(place.x, place.y, place.z);
      for (let index = 0; index < count; index += 1) {
        const [a, b] = [ring * count + index, ring * count + ((index + 1) % count)];
        if (turn > 0) indices.push(middle, a, b);
        else indices.push(middle, b, a);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}

export interface Superellipsoid {
  halfWidth: number;
  halfHeight: number;
  halfDepth: number;
  /** 1 is an ellipsoid, towards 0 it becomes a box. */
  upright: number;
  around: number;
}

/** The part of a superellipsoid between two latitudes (radians, from -PI/2 at the bottom to PI/2 at the top). */
export function superellipsoid(
  shape: Superellipsoid,
  fromLatitude: number,
  toLatitude: number,
): BufferGeometry {
  const [rows, columns] = [44, 96];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= rows; row += 1) {
    const latitude = fromLatitude + ((toLatitude - fromLatitude) * row) / rows;
    const ring = signedPower(Math.cos(latitude), shape.upright);
    const height = signedPower(Math.sin(latitude), shape.upright) * shape.halfHeight;
    for (let column = 0; column <= columns; column += 1) {
      const angle = (column / columns) * Math.PI * 2;
      positions.push(
        ring * signedPower(Math.cos(angle), shape.around) * shape.halfWidth,
        height,
        ring * signedPower(Math.sin(angle), shape.around) * shape.halfDepth,
      );
    }
  }
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * (columns + 1) + column;
      const b = a + columns + 1;
      indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  // The first and the last column are the same line; without equal normals it shows as a seam.
  const normal = geometry.getAttribute('normal');
  for (let row = 0; row <= rows; row += 1) {
    const [first, last] = [row * (columns + 1), row * (columns + 1) + columns];
    const sum = new Vector3(
      normal.getX(first) + normal.getX(last),
      normal.getY(first) + normal.getY(last),
      normal.getZ(first) + normal.getZ(last),
    ).normalize();
    normal.setXYZ(first, sum.x, sum.y, sum.z);
    normal.setXYZ(last, sum.x, sum.y, sum.z);
  }
  return geometry;
}

/** The ring of a superellipsoid at one latitude: half width, height and half depth there. */
export function ringAt(shape: Superellipsoid, latitude: number) {
  const ring = signedPower(Math.cos(latitude), shape.upright);
  return {
    halfWidth: ring * shape.halfWidth,
    height: signedPower(Math.sin(latitude), shape.upright) * shape.halfHeight,
    halfDepth: ring * shape.halfDepth,
  };
}
