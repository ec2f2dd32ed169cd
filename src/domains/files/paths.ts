/** Where files are, beside the endpoints. */
export const UPLOADS_PATH = "/user_uploads";
