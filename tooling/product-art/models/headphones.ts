import { CylinderGeometry, Group, Mesh, SphereGeometry, TorusGeometry, Vector3 } from 'three';
import { matt, metal, rubber, shade } from '../studio/materials.ts';
import { mixed } from '../studio/screens.ts';
import { section, slab, swept, turned } from '../studio/shapes.ts';

export interface HeadphonesLook {
  shell: string;
  cushion?: string;
  /** Sliders, rings and hinges. */
  trim?: string;
  cup: 'round' | 'oval';
  yoke: 'fork' | 'arm';
  turn?: number;
}

/** Over-ear headphones standing on their cups on y = 0. */
export function headphones(look: HeadphonesLook): Group {
  const shell = matt(look.shell);
  const cushion = rubber(look.cushion ?? mixed(look.shell, '#000000', 0.12));
  const trimColor = look.trim ?? '#c9ccce';
  const group = new Group();
  const add = (mesh: Mesh, parent: Group, x = 0, y = 0, z = 0): Mesh => {
    mesh.position.set(x, y, z);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    parent.add(mesh);
    return mesh;
  };
  const tall = look.cup === 'oval' ? 1.2 : 1.06;
  const cupRadius = 3.55;
  const floor = cupRadius * tall;
  const half = 7.1;
  for (const side of [-1, 1]) {
    const cup = new Group();
    const body = turned(
      [
        [cupRadius * 0.8, -0.5],
        [cupRadius * 0.96, -0.35],
        [cupRadius, 0.1],
        [cupRadius * 0.985, 0.7],
        [cupRadius * 0.9, 1.22],
        [cupRadius * 0.74, 1.5],
        [cupRadius * 0.7, 1.52],
        [cupRadius * 0.68, 1.45],
        [cupRadius * 0.64, 1.45],
        [cupRadius * 0.6, 1.52],
        [0, 1.58],
      ],
      110,
    );
    add(new Mesh(body, shell), cup);
    const ring = new Mesh(new TorusGeometry(cupRadius * 1.0, 0.09, 14, 110), metal(trimColor, 0.2));
    ring.rotation.x = Math.PI / 2;
    add(ring, cup, 0, 0.02, 0);
    const pad = new Mesh(new TorusGeometry(cupRadius * 0.69, cupRadius * 0.3, 32, 110), cushion);
    pad.rotation.x = Math.PI / 2;
    pad.scale.z = 1.05;
    add(pad, cup, 0, -0.85, 0);
    const mesh = new Mesh(
      new CylinderGeometry(cupRadius * 0.62, cupRadius * 0.62, 0.05, 64),
      shade(mixed(look.shell, '#000000', 0.82), 0.1),
    );
    add(mesh, cup, 0, -0.6, 0);
    for (let hole = 0; hole < 9; hole += 1) {
      const dot = new Mesh(new CylinderGeometry(0.05, 0.05, 0.02, 12), shade('#0c0d0e'));
      dot.rotation.z = Math.PI / 2;
      const angle = -0.5 + hole * 0.05;
      dot.position.set(Math.cos(angle) * cupRadius * 0.99, 0.5, Math.sin(angle) * cupRadius * 0.99);
      cup.add(dot);
    }
    cup.rotation.z = side * -(Math.PI / 2);
    const upright = new Group().add(cup);
    upright.scale.set(1, tall, 1);
    const placed = new Group().add(upright);
    placed.rotation.y = side * -0.2;
    placed.rotation.z = side * -0.05;
    placed.position.set(side * half, floor, 0);
    group.add(placed);

    const top = floor + cupRadius * tall;
    const reach = half + 0.2;
    if (look.yoke === 'fork') {
      const fork: Vector3[] = [];
      for (let step = 0; step <= 40; step += 1) {
        const angle = Math.PI * (step / 40);
        fork.push(
          new Vector3(
            side * (half + 0.12),
            floor + Math.sin(angle) * (cupRadius * tall + 0.34),
            Math.cos(angle) * (cupRadius + 0.32),
          ),
        );
      }
      add(
        new Mesh(swept(fork, section(0.5, 0.24, 3.5, 24), new Vector3(1, 0, 0)), metal(trimColor, 0.24)),
        group,
      );
      for (const end of [-1, 1]) {
        const pin = new Mesh(new CylinderGeometry(0.26, 0.26, 0.7, 24), metal(trimColor, 0.2));
        pin.rotation.x = Math.PI / 2;
        add(pin, group, side * (half + 0.12), floor, end * (cupRadius + 0.2));
      }
      const knob = new Mesh(new SphereGeometry(0.46, 28, 20), metal(trimColor, 0.22));
      add(knob, group, side * (half + 0.12), top + 0.42, 0);
    } else {
      const joint = new Mesh(slab({ width: 1.6, height: 2.6, depth: 0.6, radius: 0.6, bevel: 0.22 }), shell);
      joint.rotation.set(0, Math.PI / 2, 0);
      add(joint, group, side * (half + 0.12), top + 0.1, 0);
      const ferrule = new Mesh(new CylinderGeometry(0.3, 0.34, 0.3, 28), metal(trimColor, 0.22));
      add(ferrule, group, side * (half + 0.12), top + 1.45, 0);
    }
    const slider = new Mesh(new CylinderGeometry(0.21, 0.21, 3.1, 28), metal(trimColor, 0.18));
    slider.rotation.z = side * 0.06;
    add(slider, group, side * (reach - 0.05), top + 1.6, 0);
  }
  const base = floor + cupRadius * tall + 2.3;
  const arch: Vector3[] = [];
  for (let step = 0; step <= 96; step += 1) {
    const angle = Math.PI * (step / 96);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    arch.push(
      new Vector3(
        Math.sign(cos) * Math.abs(cos) ** 0.86 * (half + 0.05),
        base + Math.abs(sin) ** 0.92 * 6.1,
        0,
      ),
    );
  }
  const profile = section(2.5, 0.72, 3.2, 40);
  const taper = (position: number) => 0.42 + 0.58 * Math.min(1, Math.sin(position * Math.PI) * 1.7);
  add(new Mesh(swept(arch, profile, new Vector3(0, 0, 1), { taper }), shell), group);
  const inner = arch.slice(20, 77).map((point) => point.clone().add(new Vector3(-point.x * 0.045, -0.42, 0)));
  add(
    new Mesh(
      swept(inner, section(2.1, 0.7, 2.6, 32), new Vector3(0, 0, 1), {
        taper: (p) => 0.72 + 0.28 * Math.sin(p * Math.PI),
      }),
      cushion,
    ),
    group,
  );
  const turnedGroup = new Group().add(group);
  turnedGroup.rotation.y = look.turn ?? 0.62;
  return new Group().add(turnedGroup);
}
