/**
 * Lets something run that nobody waits for. What fails is made good by itself (the next report, the next view) or was only
 * an offer. It is not for what somebody has done: they are told whether it worked.
 */
export const inBackground = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch {
    // Nobody is there who could do something about it.
  }
};
