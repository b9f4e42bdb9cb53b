import { Group } from 'three';
import { radians } from './compositions.ts';
import { earbuds } from './earbuds.ts';
import { type PhoneLook, phone } from './phone.ts';
import { watch } from './watch.ts';

const marigold: PhoneLook = {
  back: '#eda128',
  frame: '#d99a35',
  camera: 'pill-three',
  screen: { wallpaper: 'ridges', palette: 'meadow', clock: 'wide', seed: 14 },
};

/** The marigold phone of the hero with a warm screen, for cards. */
export const marigoldPhone: PhoneLook = {
  ...marigold,
  screen: { wallpaper: 'ridges', palette: 'dawn', clock: 'wide', seed: 8 },
};

/** Home's hero: phone, earbuds and watch. */
export function hero(): Group {
  const back = phone(marigold);
  back.rotation.y = radians(204);
  back.position.set(-2.7, 0, -2.4);
  const front = phone(marigold);
  front.rotation.y = radians(-20);
  front.position.set(2.35, 0, 1.3);
  const buds = earbuds({ case: '#dddbd5', shape: 'pebble', bud: 'bean', place: 'seated' });
  buds.scale.setScalar(0.98);
  buds.rotation.y = radians(24);
  buds.position.set(-5.0, 0, 4.3);
  const wrist = watch({
    shape: 'square',
    body: '#d2d4d6',
    strap: '#dcd5c6',
    dial: 'ridge-digits',
    palette: 'ember',
    keys: 'crown',
    turn: -30,
  });
  wrist.scale.setScalar(1.06);
  wrist.position.set(7.2, 0, 4.8);
  return new Group().add(back, front, buds, wrist);
}

/** Five phones in a row, backs forward: what people sell. */
export function sellRow(): Group {
  const screen = { wallpaper: 'ridges', palette: 'meadow', clock: 'wide' } as const;
  const looks: PhoneLook[] = [
    { back: '#9dbbd4', camera: 'pill-three', screen },
    { back: '#55756a', camera: 'square-two', screen },
    { back: '#e3bdb4', camera: 'disc-four', screen },
    { back: '#eda128', frame: '#d99a35', camera: 'pill-two', screen },
    { back: '#3d4042', camera: 'band-three', screen },
  ];
  const row = new Group();
  looks.forEach((look, index) => {
    const device = phone(look);
    device.rotation.y = radians(205);
    device.position.set((index - 2) * 4.75, 0, (index - 2) * 1.25);
    row.add(device);
  });
  return row;
}
