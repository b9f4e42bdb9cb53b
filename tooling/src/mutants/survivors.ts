import { z } from 'zod';
import listed from './survivors.json' with { type: 'json' };

/** An equivalent mutant, which no test can kill. */
const survivorSchema = z.strictObject({
  file: z.string(),
  /** Mutator name in StrykerJS's report. */
  mutator: z.string(),
  /** First source line of the mutant; the same replacement on another line is another mutant. */
  line: z.string(),
  /** Replaced source text, with white space collapsed as in `line`. */
  replaced: z.string(),
  /** Replacement. */
  by: z.string(),
  reason: z.string().min(1),
});

export type Survivor = z.output<typeof survivorSchema>;

export const survivors = z.array(survivorSchema).parse(listed);
