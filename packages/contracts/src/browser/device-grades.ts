/** Best first. */
export const deviceGrades = ['A', 'B', 'C'] as const;

export type DeviceGrade = (typeof deviceGrades)[number];
