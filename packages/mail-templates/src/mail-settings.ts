/** Settings of the shop that mails use. */
export interface MailSettings {
  /** Public base URL without a trailing slash. */
  readonly shopUrl: string;
  /** IANA time zone of all times, `Asia/Kathmandu`. */
  readonly timeZone: string;
  readonly contact: { readonly address: string; readonly email: string; readonly phone: string };
}
