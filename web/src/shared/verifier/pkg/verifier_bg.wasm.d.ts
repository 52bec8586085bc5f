/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const verify_export: (a: number, b: number, c: number, d: number, e: number) => void;
export const verify_liabilities: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => void;
export const verify_proof: (a: number, b: number, c: number, d: number, e: number) => void;
export const __wbindgen_export: (a: number) => void;
export const __wbindgen_add_to_stack_pointer: (a: number) => number;
export const __wbindgen_export2: (a: number, b: number) => number;
export const __wbindgen_export3: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_export4: (a: number, b: number, c: number) => void;
