// What a build ships beside its modules: the first screen's files are named in the page itself, so that the browser
// asks for all of them at once instead of finding one behind the other, and every text file lies there compressed,
// so that no server compresses it again for each player. Nothing of this runs in the development server.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** Smaller files win nothing. */
const compressedFromBytes = 1_024
const textFile = /\.(js|css|html|json|svg|wasm)$/

/** Names what `page` needs first: the chunks of `modules` with all they import, and their styles. */
export function namedInPage(page: string, modules: string[]): Plugin {
  return {
    name: 'named-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { filename, bundle }) =>
        bundle && filename.endsWith(page) ? tagsOf(bundle, modules) : [],
    },
  }
}

function tagsOf(bundle: Rolldown.OutputBundle, modules: string[]): HtmlTagDescriptor[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => reached(chunk, bundle))
  const named = new Set<Rolldown.OutputChunk>()
  for (const module of modules) {
    const chunk = chunks.find((output) => output.moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`${module} is in no chunk of the build`)
    for (const one of reached(chunk, bundle)) if (!entry.includes(one)) named.add(one)
  }
  const styles = new Set([...named].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
    tag: 'link',
    attrs,
    injectTo: 'head',
  })
  return [
    ...[...named].map((chunk) =>
      link({ rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }),
    ),
    ...[...styles].map((file) => link({ rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` })),
  ]
}

/**
 * The chunk of a first screen: `modules` with all that they import, but for what `page` itself needs, which runs before
 * them and on its own. In small files over connections that take one request at a time it would cost more than its
 * bytes.
 */
export function firstChunk(page: string, modules: string[]) {
  let names: Map<string, 'page' | 'first'> | null = null
  return (id: string, graph: { getModuleInfo(id: string): Rolldown.ModuleInfo | null }) => {
    if (names === null) {
      const known = new Map<string, 'page' | 'first'>()
      const reach = (from: string, name: 'page' | 'first') => {
        if (known.has(from)) return
        known.set(from, name)
        for (const next of graph.getModuleInfo(from)?.importedIds ?? []) reach(next, name)
      }
      reach(resolve(page), 'page')
      for (const module of modules) reach(resolve(module), 'first')
      names = known
    }
    return names.get(id) === 'first' ? 'first' : null
  }
}

/** A chunk and everything that it imports before it runs. */
function reached(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Rolldown.OutputChunk[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const output = bundle[name]
    return output?.type === 'chunk' ? reached(output, bundle, seen) : []
  })
  return [chunk, ...imported]
}

/** Writes a `.br` and a `.gz` beside every text file of the build. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files.filter((file) => textFile.test(file)).map((file) => compress(join(folder, file))),
      )
    },
  }
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < compressedFromBytes) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
}
