const meanings = { A: 'like new', B: 'light signs of use', C: 'visible signs of use' } as const;

export type DeviceGrade = keyof typeof meanings;

/** Best first. */
export const deviceGrades = Object.keys(meanings) as [DeviceGrade, ...DeviceGrade[]];

/** For example "B: light signs of use". */
export const gradeText = (grade: DeviceGrade): string => `${grade}: ${meanings[grade]}`;
