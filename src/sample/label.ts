/** A label of 50 × 25 mm at 203 dpi: 8 dots a millimetre, so 400 × 200 dots. */
export const LABEL_ZPL = `^XA
^PW400
^LL200
^FO16,16^A0N,26,26^FB368,2^FD{{name}}^FS
^FO16,80^BY2^BCN,64,N^FD{{code}}^FS
^FO16,156^A0N,28,28^FD{{code}}^FS
^XZ
`;
