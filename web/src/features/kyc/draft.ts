// The form while it is filled in. It outlives the screen, so that a look at another one costs nothing, and it is in
// memory only: personal data does not belong into the storage of a phone.
import type { UtilsUploadConfigData } from '../../api/endpoints.gen.ts'
import { imagesMax, type DocumentType, type Fields, type TextField } from './form.ts'
import { fitting, send } from './upload.ts'

/** One image: on its way, there, or not. */
export type Picture = {
  readonly id: number
  readonly file: File
  /** Address for the preview. */
  readonly preview: string
  readonly state: 'sending' | 'done' | 'failed'
  /** Whole percent. */
  readonly progress: number
  /** Its name for the form, once it is there. */
  readonly key: string | null
  readonly fault: unknown
}

/** Asks the server for a place for one image; throws its refusal. */
export type AskPlace = () => Promise<UtilsUploadConfigData>
type Draft = { readonly fields: Omit<Fields, 'country'>; readonly pictures: readonly Picture[] }

const empty: Draft = { fields: { id_name: '', id_no: '', tel: '', email: '', id_type: 1 }, pictures: [] }

let draft = empty
let nextId = 1
const listeners = new Set<() => void>()
const underWay = new Map<number, AbortController>()

function set(next: Draft): void {
  draft = next
  for (const listener of listeners) listener()
}

function change(id: number, parts: Partial<Picture>): void {
  set({
    ...draft,
    pictures: draft.pictures.map((picture) => (picture.id === id ? { ...picture, ...parts } : picture)),
  })
}

/** For `useSyncExternalStore`. */
export const kycDraft = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: () => draft,
}

/** A text was typed. */
export function write(field: TextField, text: string): void {
  set({ ...draft, fields: { ...draft.fields, [field]: text } })
}

/** Another kind of document: a number that was typed is of the old kind. */
export function choose(id_type: DocumentType): void {
  set({ ...draft, fields: { ...draft.fields, id_type } })
}

/** Takes files as far as there is room, and sends each. */
export function attach(files: readonly File[], askPlace: AskPlace): void {
  for (const file of files.slice(0, imagesMax - draft.pictures.length)) {
    const picture = pictureOf(file)
    set({ ...draft, pictures: [...draft.pictures, picture] })
    void deliver(picture, askPlace)
  }
}

/** Takes another file instead of an image, in its place. */
export function replace({ id, preview }: Picture, file: File, askPlace: AskPlace): void {
  underWay.get(id)?.abort()
  URL.revokeObjectURL(preview)
  const picture = pictureOf(file)
  set({ ...draft, pictures: draft.pictures.map((kept) => (kept.id === id ? picture : kept)) })
  void deliver(picture, askPlace)
}

/** Sends an image again, to a new place. */
export function retry(picture: Picture, askPlace: AskPlace): void {
  change(picture.id, { state: 'sending', progress: 0, fault: null })
  void deliver(picture, askPlace)
}

/** Takes an image away, on its way or not. */
export function remove(id: number): void {
  underWay.get(id)?.abort()
  const gone = draft.pictures.find((picture) => picture.id === id)
  if (gone) URL.revokeObjectURL(gone.preview)
  set({ ...draft, pictures: draft.pictures.filter((picture) => picture.id !== id) })
}

/** Empties the form: it was submitted. */
export function forget(): void {
  for (const { id } of draft.pictures) remove(id)
  set(empty)
}

/** A file on its way. */
function pictureOf(file: File): Picture {
  return {
    id: nextId++,
    file,
    preview: URL.createObjectURL(file),
    state: 'sending',
    progress: 0,
    key: null,
    fault: null,
  }
}

async function deliver({ id, file }: Picture, askPlace: AskPlace): Promise<void> {
  const abort = new AbortController()
  underWay.set(id, abort)
  try {
    const place = await askPlace()
    await send(await fitting(file, place), place, (progress) => change(id, { progress }), abort.signal)
    change(id, { state: 'done', progress: 100, key: place.object_key })
  } catch (fault) {
    change(id, { state: 'failed', fault })
  } finally {
    underWay.delete(id)
  }
}
