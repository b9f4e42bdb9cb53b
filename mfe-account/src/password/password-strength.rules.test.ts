import { passwordStrength } from './password-strength.rules.ts';

describe('the strength of a password', () => {
  it.each([
    ['password1', 'common'],
    ['P@ssw0rd123', 'common'],
    ['iloveyou2', 'common'],
    ['qwerty12345', 'row'],
    ['abcdef123456', 'row'],
    ['aaaaaaaa1', 'repeats'],
    ['lamp1994', 'year'],
    ['abc1d2', 'Add more'],
  ])('of "%s" is weak, and the hint says why', (password, why) => {
    const { strength, hint } = passwordStrength(password);
    expect(strength).toBe('weak');
    expect(hint.toLowerCase()).toContain(why === 'common' ? 'most used' : why.toLowerCase());
  });

  it("treats the user's own details as guessable", () => {
    expect(passwordStrength('aaratigurung7', ['Aarati Gurung', 'aarati@kinmel.example'])).toEqual({
      strength: 'weak',
      hint: 'It holds your name or address, which is tried first.',
    });
    expect(passwordStrength('aaratigurung7').strength).not.toBe('weak');
  });

  it.each([
    ['tr7Kd9w', 'fair'],
    ['lamp-42-Trail', 'strong'],
    ['xk4Lp9vTq', 'good'],
    ['copper meadow violin 7', 'strong'],
  ])('of "%s" is %s', (password, strength) => {
    expect(passwordStrength(password).strength).toBe(strength);
  });

  it('never decreases when a password gets longer by something new', () => {
    const order = ['weak', 'fair', 'good', 'strong'];
    let last = 0;
    const text = 'mX7-vQ2-hZ9-kB4';
    for (let length = 1; length <= text.length; length += 1) {
      const step = order.indexOf(passwordStrength(text.slice(0, length)).strength);
      expect(step).toBeGreaterThanOrEqual(last);
      last = step;
    }
  });
});
