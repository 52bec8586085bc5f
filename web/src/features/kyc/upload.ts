// Sends one image to the place that the server gave for it. Not an API call: a form instead of an envelope, to this
// service or to a bucket, and with progress, which only XMLHttpRequest reports.
import type { UtilsUploadConfigData } from '../../api/endpoints.gen.ts'

/** Sides of a photo that is too heavy as it is, in pixels; text on documents stays legible. */
const sideMax = 2_560
const quality = 0.85
/** Longer than the 120 s that this service gives an image, whose own answer says more; a bucket may say nothing. */
const uploadMaxMs = 135_000

/**
 * What is wrong with an image: no device or server can read it, it stays too heavy, it came too slowly, or it was not
 * taken.
 */
export type ImageFault = 'unreadable' | 'heavy' | 'slow' | 'refused'

/** The image did not get through for a reason of its own (refusal 6111). */
export class NotAnImage extends Error {
  readonly why: ImageFault

  constructor(why: ImageFault, message: string) {
    super(message)
    this.why = why
  }
}

/** What the answer of the place says about the image. */
const faultOfStatus: Readonly<Record<number, ImageFault>> = { 408: 'slow', 413: 'heavy', 415: 'unreadable' }

/** A file that fits the place: as it is, or drawn anew as JPEG when it is too heavy or of another kind. */
export async function fitting(file: File, place: UtilsUploadConfigData): Promise<Blob> {
  if (file.size <= place.max_bytes && place.types.includes(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => {
    throw new NotAnImage('unreadable', 'The device cannot read this file as an image')
  })
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
  if (!drawn || drawn.size > place.max_bytes) throw new NotAnImage('heavy', 'The image stays too large')
  return drawn
}

/** The form of a place: its fields as they were given, and the bytes after them. */
function formOf(bytes: Blob, place: UtilsUploadConfigData): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(place.fields)) form.append(name, value)
  form.append(place.file_field, bytes, 'image')
  return form
}

/** Posts the form; `onProgress` receives whole percent. Sends nothing once `signal` is aborted. */
export function send(
  bytes: Blob,
  place: UtilsUploadConfigData,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((done, failed) => {
    if (signal.aborted) throw new Error('Taken back')
    const request = new XMLHttpRequest()
    request.timeout = uploadMaxMs
    request.open(place.method, new URL(place.upload_url, location.origin))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? Math.floor((100 * loaded) / total) : 0),
    )
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) done()
      else
        failed(
          request.status < 500
            ? new NotAnImage(faultOfStatus[request.status] ?? 'refused', `Refused with ${request.status}`)
            : new Error(`Not stored: ${request.status}`),
        )
    })
    request.addEventListener('error', () => failed(new Error('No answer')))
    request.addEventListener('timeout', () => failed(new NotAnImage('slow', 'No answer in time')))
    request.addEventListener('abort', () => failed(new Error('Taken back')))
    signal.addEventListener('abort', () => request.abort())
    request.send(formOf(bytes, place))
  })
}
