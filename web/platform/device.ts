/**
 * Small things that this device remembers. A browser may refuse all of it (blocked site data, some private windows): then
 * they last as long as the page.
 */
interface Remembered {
  get(key: string): string | null;
  /** Returns whether it outlives the page. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

const remembered = (storage: () => Storage): Remembered => {
  const here = new Map<string, string>();
  return {
    get(key) {
      try {
        return storage().getItem(key);
      } catch {
        return here.get(key) ?? null;
      }
    },
    set(key, value) {
      here.set(key, value);
      try {
        storage().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key) {
      here.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        return;
      }
    },
  };
};

export const device = remembered(() => localStorage);
/** What belongs to a tab. */
export const tab = remembered(() => sessionStorage);
