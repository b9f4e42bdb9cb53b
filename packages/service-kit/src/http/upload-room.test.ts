import { createUploadRoom } from './upload-room.ts';

const part = { field: 'image', maxBytes: 100, required: true } as const;

it('limits reserved memory per person and in total, and frees it', () => {
  const room = createUploadRoom();
  const frees = [1, 2, 3].map(() => room.reserve(part, 100, 'one'));
  expect(() => room.reserve(part, 100, 'one')).toThrow(
    expect.objectContaining({ code: 'too-many-requests' }),
  );
  for (let person = 0; person < 9; person += 1) room.reserve(part, 100, `other-${person}`);
  expect(() => room.reserve(part, 100, 'last')).toThrow(
    expect.objectContaining({ code: 'service-unavailable', retryAfterSeconds: expect.any(Number) }),
  );
  for (const free of frees) free();
  room.reserve(part, 100, 'one');
  room.reserve(part, 100, 'last');
});

it('admits many small files of one person, and frees each once', () => {
  const room = createUploadRoom();
  const frees = Array.from({ length: 30 }, () => room.reserve(part, 10, 'one'));
  expect(() => room.reserve(part, 10, 'one')).toThrow();
  frees[0]?.();
  frees[0]?.();
  room.reserve(part, 10, 'one');
  expect(() => room.reserve(part, 10, 'one')).toThrow();
});

it('reserves the maximum for a body without a length', () => {
  const room = createUploadRoom();
  for (let count = 0; count < 3; count += 1) room.reserve(part, undefined, 'one');
  expect(() => room.reserve(part, undefined, 'one')).toThrow();
});
