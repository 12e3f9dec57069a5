/** A text with its control characters and spaces visible, one part each: `␝` for GS, `·` for a space. */
export function spelled(text: string): readonly { readonly sign: string; readonly isHidden: boolean }[] {
  return [...text].map((sign) => {
    const code = sign.charCodeAt(0);
    // The pictures of control characters stand in their order in Unicode.
    if (code < 32) return { sign: String.fromCharCode(0x2400 + code), isHidden: true };
    if (code === 127) return { sign: "\u2421", isHidden: true };
    return code === 32 ? { sign: "·", isHidden: true } : { sign, isHidden: false };
  });
}
