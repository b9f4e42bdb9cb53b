/** What a mail needs to know of the shop that sends it. */
export interface MailSettings {
  /** Public address of the shop without a slash at its end; every link starts with it. */
  readonly shopUrl: string;
  /** Name of the time zone in which moments are shown: `Asia/Kathmandu`. */
  readonly timeZone: string;
  readonly contact: { readonly address: string; readonly email: string; readonly phone: string };
}
