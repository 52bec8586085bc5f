// The packages of the generated requests: pinned by the lock file of `web`, where `cargo ci` installs them.
import { createRequire } from 'node:module'

const require = createRequire(new URL('../../web/package.json', import.meta.url))

/** Generates values, and reduces one that fails to the smallest that still does. */
export const fc = require('fast-check')

/** Validates values against JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export const Ajv = require('ajv/dist/2020').default

/** The formats `int32`, `int64`, `uuid` and those of dates. */
export const addFormats = require('ajv-formats').default
