/* tslint:disable */
/* eslint-disable */

/**
 * Checks an export. `read(name, offset, length)` gives the bytes of a file from an offset, fewer only at its end, or
 * nothing when there is no such file; `progress(events, of)` is called with how far it is. `vkey` is the key that is
 * trusted, or empty for the one that came with the files; with a key an export fails unless a checkpoint signed by it covers all of the export.
 * Returns `{ok: true, …}` or `{ok: false, why}` as JSON.
 */
export function verify_export(read: Function, progress: Function, vkey: string): string;

/**
 * Checks that amounts of one player are in what the house signed. `note` is the statement, `vkey` the key of the
 * database, `proofs` a JSON list of at most one proof an asset, and `messenger` the id of the player's messenger account,
 * from which the player's id follows: what a server says of it is not believed. Returns JSON as [`verify_export`] does,
 * amounts and totals with the decimals of their asset, and `after`: the place in the player's log behind the last event
 * that counts, as a cursor of the history of his balances.
 */
export function verify_liabilities(note: string, vkey: string, proofs: string, messenger: string): string;

/**
 * Checks a proof of inclusion or consistency, given as the text of its file. Returns JSON as [`verify_export`] does.
 */
export function verify_proof(text: string, vkey: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly verify_export: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly verify_liabilities: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => void;
    readonly verify_proof: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly __wbindgen_export: (a: number) => void;
    readonly __wbindgen_add_to_stack_pointer: (a: number) => number;
    readonly __wbindgen_export2: (a: number, b: number) => number;
    readonly __wbindgen_export3: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_export4: (a: number, b: number, c: number) => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
