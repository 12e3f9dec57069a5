import { missedCheckDigit, missedOwnCheckDigit } from "../../../../domain/codes/gtin.ts";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Banner } from "../../../ui/banner.tsx";

interface CheckDigitProps {
  readonly code: string;
  /** The article's own code. */
  readonly isOwn?: boolean;
}

/** Says that a code with the digits of an EAN or UPC has a wrong check digit. It may be meant so: nothing refuses it. */
export function CheckDigit({ code, isOwn = false }: CheckDigitProps) {
  const missed = (isOwn ? missedOwnCheckDigit : missedCheckDigit)(code.trim());
  if (missed === null) return null;
  return (
    <Banner tone="warning" role="status">
      {t(
        msg(
          "The check digit is wrong, it would be {digit}. As it is, the code is no EAN or UPC: it is found by scans, and EAN labels can't print it.",
        ),
        { digit: missed },
      )}
    </Banner>
  );
}
