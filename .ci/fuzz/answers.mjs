// Whether an answer is one that the OpenAPI document promises.
import { Ajv, addFormats } from './packages.mjs'

/** How much of a body is shown with a problem. */
const SHOWN_MAX = 1_500

/** A JSON pointer into the document, as a reference that the validator resolves. */
function pointer(...steps) {
  const escaped = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
  return ['document#', ...escaped].join('/')
}

/** Gives `validator(schema)` of a document: true, or a list of what does not fit. */
export function validators(document) {
  const ajv = new Ajv({ strict: false, allErrors: false, verbose: false })
  addFormats(ajv)
  ajv.addSchema(document, 'document')
  return (...steps) => {
    const validate = ajv.compile({ $ref: pointer(...steps) })
    return (value) => validate(value) || ajv.errorsText(validate.errors, { separator: '; ' })
  }
}

/**
 * Gives `problem(path, method, answer)`: what is wrong with an answer, or null.
 *
 * | check | fails on |
 * |---|---|
 * | server error | any status of 500 or more |
 * | status | one that the document does not name for the call |
 * | content type | one that the document does not name for the status |
 * | form | a body that is not JSON |
 * | schema | a body that the document's schema refuses |
 *
 * A method that the call does not have is answered with 405 and the document's body of a refused call.
 */
export function answerChecks(document) {
  const validatorOf = validators(document)
  const made = new Map()
  const validator = (...steps) => {
    const key = JSON.stringify(steps)
    if (!made.has(key)) made.set(key, validatorOf(...steps))
    return made.get(key)
  }
  return (path, method, { status, contentType, text }) => {
    const shown = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)} ...` : text
    if (status >= 500) return `server error ${status}: ${shown}`
    const operation = document.paths[path]?.[method]
    const steps = operation
      ? ['paths', path, method, 'responses', String(status), 'content', contentType, 'schema']
      : refusedOf(document)
    if (operation) {
      const response = operation.responses[status]
      if (!response) return `the status ${status} is not in the document: ${shown}`
      if (!response.content?.[contentType])
        return `the content type "${contentType}" is not in the document: ${shown}`
    } else if (status !== 405 || contentType !== 'application/json') {
      return `a method that the call does not have was answered with ${status}, ${contentType}: ${shown}`
    }
    let value
    try {
      value = JSON.parse(text)
    } catch {
      return `the body is not JSON: ${shown}`
    }
    const valid = validator(...steps)(value)
    return valid === true ? null : `the body does not match its schema (${valid}): ${shown}`
  }
}

/** The schema of a refusal: every call of the document is answered with its own data or with it. */
function refusedOf(document) {
  const [item] = Object.values(document.paths)
  const [operation] = Object.values(item)
  const { oneOf } = operation.responses['200'].content['application/json'].schema
  return oneOf.at(-1).$ref.slice('#/'.length).split('/')
}
