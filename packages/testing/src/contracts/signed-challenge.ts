/** A challenge with its answer by a passkey of `shop.example`, fixed because contracts are compared verbatim. */
export const signedChallenge = {
  challenge: `${'C'.repeat(42)}A`,
  /** COSE key, base64url. */
  publicKey:
    'pQECAyYgASFYIHliwTHnPVUIcPk4hmgnWggiV_Pfxk0ZmxM7uvdrsw-QIlggDG0tyyBmcCHv3auhSCcvkSXQXvNIC8Wh0GgnKgRO-v4',
  credential: {
    id: 'Y3JlZGVudGlhbA',
    type: 'public-key',
    response: {
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQSIsIm9yaWdpbiI6Imh0dHBzOi8vc2hvcC5leGFtcGxlIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
      authenticatorData: 'D1lGPGBsWw5dPagfNuP3wXWsIwxg51whRM47dSJHYHwFAAAAAA',
      signature:
        'MEUCIQCOIG2awHshiJdKKOLfD1uSX8gqc21zzIfte5WqFD9OlQIgJz5blJnb8tICyBjiMCKZqA8j6UnmQ8kdPODsCbstE6c',
      userHandle: 'NjYwMDAwMDAwMDAwMDAwMDAwMDAwMGMx',
    },
  },
  /** Another passkey, created for the same challenge. */
  made: {
    id: 'NXBlArtKKuICarNyb_LU2gO_UA__SlULa24isf3lTJE',
    type: 'public-key',
    response: {
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQSIsIm9yaWdpbiI6Imh0dHBzOi8vc2hvcC5leGFtcGxlIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
      attestationObject:
        'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikD1lGPGBsWw5dPagfNuP3wXWsIwxg51whRM47dSJHYHxFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIDVwZQK7SiriAmqzcm_y1NoDv1AP_0pVC2tuIrH95UyRpQECAyYgASFYIM-StY9Ya0bZg1r0lMCIcs67I7T3GwcgQsP6F9e77fiVIlgg_ep9Q7uVSTMpUh5ynnIikrLsbxeKGD8lznTASOy9zSU',
    },
  },
} as const;
