/**
 * Makes control characters and spaces of a text visible, one part per character: `␝` for GS, `·` for a space.
 */
export function spelled(text: string): readonly { readonly character: string; readonly isHidden: boolean }[] {
  return [...text].map((character) => {
    const code = character.charCodeAt(0);
    // Unicode has the pictures of control characters in the same order.
    if (code < 32) return { character: String.fromCharCode(0x2400 + code), isHidden: true };
    if (code === 127) return { character: "\u2421", isHidden: true };
    return code === 32 ? { character: "·", isHidden: true } : { character, isHidden: false };
  });
}
