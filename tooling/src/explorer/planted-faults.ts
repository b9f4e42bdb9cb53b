/** A fault that `planted` switches on in a service, and the guarantee that it breaks. */
export interface PlantedFault {
  readonly name: string;
  readonly breaks: string;
}

export const plantedFaults: readonly PlantedFault[] = [];
