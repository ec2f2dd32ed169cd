/** The sizes that clients may send, as register announces them. */
export const LIMITS = {
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_topic_length: 60,
  max_message_length: 10_000,
  max_reminder_note_length: 1000,
  max_bulk_new_subscription_messages: 100,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  password_min_length: 6,
  password_max_length: 100,
  password_min_guesses: 10_000,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
} as const;

/** The languages of the clients of this API. The server's own few texts are in English. */
export const LANGUAGES: readonly string[] = [
  ..."ar be bg ca cs cy da de el en en-gb eo es eu fa fi fr gl gu he hi hu id it ja ko lt lv ml mn nl no".split(" "),
  ..."pl pt pt-br ro ru si sk sr sv ta tl tr uk uz vi zh-hans zh-hant zh-tw".split(" "),
];
