import type { MessageValue } from "./message-format.ts";

// The parameters of a message, by its text: a parser of message-format.ts's syntax in types. `Found` collects the parameters;
// `Depth` has one element for each plural or select around the text.

/** The parameters of a text and the types of their values; `unknown`: it has none. */
export type ParametersOf<T extends string> = InText<T, [], unknown>;

/** Text up to the next brace. `}` ends the branch of a plural or select. */
type InText<T extends string, Depth extends unknown[], Found> = T extends `${infer Before}{${infer Rest}`
  ? Before extends `${string}}${string}`
    ? EndOfBranch<T, Depth, Found>
    : InArgument<Rest, Depth, Found>
  : T extends `${string}}${string}`
    ? EndOfBranch<T, Depth, Found>
    : Found;

type EndOfBranch<T extends string, Depth extends unknown[], Found> = T extends `${string}}${infer After}`
  ? BetweenBranches<After, Depth, Found>
  : never;

/** An argument, after its `{`. */
type InArgument<T extends string, Depth extends unknown[], Found> = T extends `${infer Head}}${infer After}`
  ? Head extends `${infer Name}, ${string}`
    ? T extends `${Name}, plural,${infer Branches}`
      ? BetweenBranches<Branches, [...Depth, 0], Found & { readonly [K in Name]: number }>
      : T extends `${Name}, select,${infer Branches}`
        ? BetweenBranches<Branches, [...Depth, 0], Found & { readonly [K in Name]: string }>
        : InText<After, Depth, Found & { readonly [K in Name]: number }>
    : InText<After, Depth, Found & { readonly [K in Head]: MessageValue }>
  : never;

/** The name of a branch and its `{`, or the `}` of the plural or select. */
type BetweenBranches<
  T extends string,
  Depth extends unknown[],
  Found,
> = T extends `${infer Before}{${infer Rest}`
  ? Before extends `${string}}${string}`
    ? EndOfChoice<T, Depth, Found>
    : InText<Rest, Depth, Found>
  : EndOfChoice<T, Depth, Found>;

type EndOfChoice<T extends string, Depth extends unknown[], Found> = Depth extends [unknown, ...infer Outer]
  ? T extends `${string}}${infer After}`
    ? InText<After, Outer, Found>
    : never
  : never;
