import type { DrawableMail } from './draw-mail.ts';
import { drawOnce } from './draw-once.ts';

let drawings: string[];
let time: number;
let draw: ReturnType<typeof drawOnce>;

beforeEach(() => {
  drawings = [];
  time = 0;
  draw = drawOnce(
    ({ mailId }) => {
      drawings.push(mailId);
      return { subject: mailId, html: '', text: '', headers: {} };
    },
    () => time,
  );
});

const mail = (mailId: string, over: Partial<DrawableMail> = {}): DrawableMail => ({
  mailId,
  template: 'order-placed',
  data: {},
  sealed: {},
  ...over,
});

describe('a drawn mail', () => {
  it('is reused once, and then drawn again', () => {
    const [first, second, third] = [draw(mail('m1')), draw(mail('m1')), draw(mail('m1'))];
    expect(second).toBe(first);
    expect(third).toEqual(first);
    expect(drawings).toEqual(['m1', 'm1']);
  });

  it('is not cached when it has a secret (M7)', () => {
    const secret = mail('m1', { sealed: { token: 'sealed' } });
    expect(draw(secret)).not.toBe(draw(secret));
    expect(drawings).toEqual(['m1', 'm1']);
  });

  it('is cached for a minute', () => {
    draw(mail('m1'));
    time += 60_001;
    draw(mail('m1'));
    expect(drawings).toEqual(['m1', 'm1']);
  });

  it('is cached only while there is room, after old ones expired', () => {
    for (let count = 0; count < 250; count += 1) draw(mail(`m${count}`));
    draw(mail('late'));
    draw(mail('late'));
    expect(drawings.filter((mailId) => mailId === 'late')).toHaveLength(2);

    time += 60_001;
    draw(mail('next'));
    draw(mail('next'));
    expect(drawings.filter((mailId) => mailId === 'next')).toHaveLength(1);
  });
});
