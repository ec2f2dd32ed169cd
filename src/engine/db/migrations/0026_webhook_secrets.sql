-- What another service signs its requests to an incoming webhook with, encrypted by the server's secret.
alter table bot_default add column webhook_secret text;
