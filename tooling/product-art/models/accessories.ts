import { CatmullRomCurve3, Group, Mesh, SphereGeometry, TubeGeometry, Vector3 } from 'three';
import { gloss, glow, matt, metal, shade } from '../studio/materials.ts';
import { mixed } from '../studio/screens.ts';
import { slab, turned } from '../studio/shapes.ts';

function lit(mesh: Mesh, parent: Group, x = 0, y = 0, z = 0): Mesh {
  mesh.position.set(x, y, z);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  parent.add(mesh);
  return mesh;
}

/** A wall charger with two sockets and a coiled cable. */
export function charger(color: string): Group {
  const group = new Group();
  const body = new Group();
  lit(new Mesh(slab({ width: 4.6, height: 4.6, depth: 4.4, radius: 0.9, bevel: 0.45 }), gloss(color)), body);
  for (const y of [0.72, -0.72]) {
    lit(
      new Mesh(
        slab({ width: 1.34, height: 0.62, depth: 0.06, radius: 0.3, bevel: 0.02 }),
        matt(mixed(color, '#000000', 0.18)),
      ),
      body,
      0,
      y,
      2.2,
    );
    lit(
      new Mesh(
        slab({ width: 1.12, height: 0.42, depth: 0.08, radius: 0.2, bevel: 0.02 }),
        shade('#121415', 0.12),
      ),
      body,
      0,
      y,
      2.205,
    );
    lit(
      new Mesh(
        slab({ width: 0.74, height: 0.12, depth: 0.1, radius: 0.05, bevel: 0.02 }),
        shade('#54585a', 0.3),
      ),
      body,
      0,
      y,
      2.21,
    );
  }
  body.position.set(-4.4, 2.3, -1.2);
  body.rotation.y = 0.42;
  group.add(body);
  const points: Vector3[] = [];
  const turns = 3;
  for (let step = 0; step <= turns * 24; step += 1) {
    const angle = (step / 24) * Math.PI * 2 + 2.7;
    const part = step / (turns * 24);
    const radius = 3.35 - part * 0.35;
    points.push(
      new Vector3(
        4.1 + Math.cos(angle) * radius,
        0.24 + part * 0.62 + Math.sin(angle * 3) * 0.03,
        0.6 + Math.sin(angle) * radius * 0.82,
      ),
    );
  }
  const last = points[points.length - 1] ?? new Vector3();
  points.push(
    new Vector3(last.x - 0.6, 0.5, last.z + 1.6),
    new Vector3(last.x - 2.2, 0.24, last.z + 2.4),
    new Vector3(last.x - 3.6, 0.24, last.z + 2.3),
  );
  const path = new CatmullRomCurve3(points, false, 'centripetal');
  lit(new Mesh(new TubeGeometry(path, 420, 0.21, 18), matt(color)), group);
  const end = path.getPoint(1);
  const direction = path.getTangent(1);
  const plug = new Group();
  lit(
    new Mesh(slab({ width: 1.0, height: 0.56, depth: 1.9, radius: 0.26, bevel: 0.09 }), gloss(color)),
    plug,
    0,
    0,
    0.9,
  );
  lit(
    new Mesh(
      slab({ width: 0.82, height: 0.26, depth: 0.75, radius: 0.12, bevel: 0.03 }),
      metal('#c3c6c8', 0.22),
    ),
    plug,
    0,
    0,
    2.2,
  );
  plug.position.copy(end);
  plug.lookAt(end.clone().add(direction));
  plug.position.y = 0.29;
  group.add(plug);
  const start = path.getPoint(0);
  lit(new Mesh(new SphereGeometry(0.21, 20, 14), matt(color)), group, start.x, start.y, start.z);
  return group;
}

/** A finger ring, upright, with the sensors visible on its inside. */
export function fingerRing(color: string): Group {
  const group = new Group();
  const [outer, inner, half] = [1.22, 1.04, 0.36];
  const shell = turned(
    [
      [inner + 0.03, -half],
      [outer - 0.03, -half],
      [outer, -half + 0.05],
      [outer - 0.045, -half * 0.4],
      [outer - 0.055, 0],
      [outer - 0.045, half * 0.4],
      [outer, half - 0.05],
      [outer - 0.03, half],
      [inner + 0.03, half],
    ],
    180,
  );
  const ring = new Group();
  lit(new Mesh(shell, metal(color, 0.2)), ring);
  const lining = turned(
    [
      [inner + 0.03, half],
      [inner, half - 0.05],
      [inner, -half + 0.05],
      [inner + 0.03, -half],
    ],
    180,
  );
  lit(new Mesh(lining, gloss('#16181a', 0.2)), ring);
  for (const [angle, isLit] of [
    [-0.5, false],
    [0, true],
    [0.5, false],
  ] as const) {
    const bump = new Mesh(
      new SphereGeometry(0.16, 28, 18),
      isLit ? glow('#2d8a5c', 0.5) : shade('#26292c', 0.5),
    );
    bump.scale.set(0.4, 1, 1);
    const turn = Math.PI + angle - 0.5;
    lit(bump, ring, Math.cos(turn) * (inner - 0.005), 0, Math.sin(turn) * (inner - 0.005));
    bump.rotation.y = -turn;
  }
  ring.rotation.x = Math.PI / 2;
  const standing = new Group().add(ring);
  standing.position.y = outer;
  standing.rotation.y = 0.86;
  group.add(standing);
  return group;
}
