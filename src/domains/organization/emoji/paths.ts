/** Pictures of the organization's own emoji. */
export const EMOJI_PATH = "/user_avatars/emoji";
/** Every code with its names, for clients that offer emoji to choose from. */
export const EMOJI_DATA_PATH = "/static/generated/emoji/emoji_api.json";
