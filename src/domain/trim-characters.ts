/** Removes these characters from the end of a text, in linear time: an expression such as `/0+$/` begins again at each of them. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes these characters from both ends of a text. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return trimEndCharacters(text.slice(start), characters);
}
