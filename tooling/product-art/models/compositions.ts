import { Group } from 'three';
import { type PhoneLook, phone } from './phone.ts';

/** Three measures angles in radians, people in degrees. */
export const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Back and front of the same phone, the view of every card. */
export function pair(look: PhoneLook): Group {
  const width = look.width ?? 7.2;
  const back = phone(look);
  back.rotation.y = radians(204);
  back.position.set(-0.36 * width, 0, -0.32 * width);
  const front = phone(look);
  front.rotation.y = radians(-22);
  front.position.set(0.31 * width, 0, 0.2 * width);
  return new Group().add(back, front);
}

export function backView(look: PhoneLook): Group {
  const back = phone(look);
  back.rotation.y = radians(207);
  return new Group().add(back);
}

export function frontView(look: PhoneLook): Group {
  const front = phone(look);
  front.rotation.y = radians(-16);
  return new Group().add(front);
}

/** Front and back lying on the table, seen from above. */
export function lying(look: PhoneLook): Group {
  const depth = look.depth ?? 0.78;
  const height = look.height ?? 14.8;
  const layOut = (isFaceUp: boolean, turn: number, x: number, z: number) => {
    const device = phone(look);
    device.position.y = -height / 2;
    const flat = new Group().add(device);
    flat.rotation.x = radians(isFaceUp ? -90 : 90);
    const turnedFlat = new Group().add(flat);
    turnedFlat.rotation.y = radians(isFaceUp ? turn : turn + 180);
    turnedFlat.position.set(x, depth / 2 + (isFaceUp ? 0 : 0.25), z);
    return turnedFlat;
  };
  return new Group().add(layOut(true, 22, -4.7, 1), layOut(false, -27, 5, 0.4));
}
