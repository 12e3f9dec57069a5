/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/**
 * True for an address that every mail server takes: ASCII, no quoted text, no comment (RFC 5321 §4.1.2, dot-string and domain).
 * A domain may be one word: a site may have a mail server of its own.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(0, at));
  return (
    text.length <= MAX_EMAIL_LENGTH &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL.test(local) &&
    DOMAIN.test(text.slice(at + 1))
  );
}
