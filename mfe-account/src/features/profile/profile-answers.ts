import type { Session, SignIn } from '@kinmel/contracts';
import { answerData, answerField, listOf, type SchemaOf, textOrEmpty } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import type { Account, ProfileFields } from './profile.rules.ts';

/** The page only shows these texts, so the fields are not checked further. */
const account: SchemaOf<Account> = z.looseObject({ email: z.string() });

/** The account of an answer, as `data` or `user`. */
export const accountAnswer = z.union([answerData(account), answerField('user', account)]);

const accountIfAny = z.catch(accountAnswer, {});

/** An update may be answered without the account: then the sent values are used. */
export const updateAnswer = ({ dateOfBirth, gender, ...texts }: ProfileFields) =>
  z.pipe(
    z.pipe(z.looseObject({}), accountIfAny),
    z.transform(
      (accountFields): Account => ({
        ...texts,
        dateOfBirth: dateOfBirth || null,
        gender: gender || null,
        ...accountFields,
      }),
    ),
  );

/** The path of the new picture, with the account if the answer has it. */
export const avatarAnswer = z.pipe(
  z.looseObject({ profileImage: z.string() }),
  z.transform((raw): Account => ({ ...accountIfAny.parse(raw), profileImage: raw.profileImage })),
);

export const sessionsAnswer = answerData(
  listOf(z.looseObject({ sessionId: z.string() }) as unknown as SchemaOf<Session>),
);

export const signInsAnswer = answerData(
  listOf(z.looseObject({ at: z.string(), device: z.string() }) as unknown as SchemaOf<SignIn>),
);

/** The file of "Download my data", with its date in the name. */
export const exportAnswer = z.pipe(
  z.looseObject({ user: z.looseObject({}), exportedAt: textOrEmpty }),
  z.transform(({ success: _success, ...exportedData }) => {
    const day = exportedData.exportedAt === '' ? '' : `-${exportedData.exportedAt.slice(0, 10)}`;
    return { name: `kinmel-my-data${day}.json`, text: `${JSON.stringify(exportedData, null, 2)}\n` };
  }),
);
