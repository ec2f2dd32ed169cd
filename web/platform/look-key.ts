/** Where the colours and sizes of the last user are in the local storage: nothing is there before the first login. */
export const LOOK_KEY = "parley-look";
