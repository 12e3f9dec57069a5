/** The product's logo: four tally strokes and the one across them. The same as public/icon.svg. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 512 512" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="512" height="512" rx="112" fill="#0b3d6b" />
      <g stroke="#fff" stroke-width="36" stroke-linecap="round">
        <path d="M144 144v224M208 144v224M272 144v224M336 144v224" />
        <path d="M104 336 392 176" stroke="#ffc21a" />
      </g>
    </svg>
  );
}
