/** The languages that clients of this API speak. The server itself says little, and that in English. */
export const LANGUAGES: readonly string[] = [
  ..."ar be bg ca cs cy da de el en en-gb eo es eu fa fi fr gl gu he hi hu id it ja ko lt lv ml mn nl no".split(" "),
  ..."pl pt pt-br ro ru si sk sr sv ta tl tr uk uz vi zh-hans zh-hant zh-tw".split(" "),
];
