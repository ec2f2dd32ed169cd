/** Where a reader was in the results of searches when they went on to one of them, by narrow. */
const places = new Map<string, number>();

export const leavePlace = (key: string, messageId: number): void => void places.set(key, messageId);
export const placeLeft = (key: string): number | undefined => places.get(key);

/** A search that is begun anew shows its newest results. */
export const forgetPlaces = (): void => places.clear();
