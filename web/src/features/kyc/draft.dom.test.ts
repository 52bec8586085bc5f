// What becomes of images on their way.
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UtilsUploadConfigData } from '../../api/endpoints.gen.ts'
import { server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { attach, forget, kycDraft, remove } from './draft.ts'
import { NotAnImage } from './upload.ts'

const place = world['utils/upload_config'] as UtilsUploadConfigData
const image = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' })
const states = () => kycDraft.get().pictures.map(({ state }) => state)

beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
})

test('an image that is taken away before its place is known is not sent', async () => {
  let sent = 0
  server.use(http.post('*/upload', () => (sent++, new HttpResponse(null, { status: 204 }))))
  let give: (place: UtilsUploadConfigData) => void = () => undefined
  const given = new Promise<UtilsUploadConfigData>((resolve) => {
    give = resolve
  })
  attach([image('wrong.jpg'), image('right.jpg')], () => given)
  remove(kycDraft.get().pictures[0]?.id ?? 0)
  give(place)
  // Both go the same way, the first one ahead.
  await vi.waitFor(() => expect(states()).toEqual(['done']))
  expect(sent).toBe(1)
})

test('an upload that hangs fails, says that it was too slow and can be tried again', async () => {
  class Hanging extends EventTarget {
    upload = new EventTarget()
    timeout = 0
    open() {}
    send() {
      // A request without a limit waits for ever.
      if (this.timeout > 0) this.dispatchEvent(new Event('timeout'))
    }
    abort() {}
  }
  vi.stubGlobal('XMLHttpRequest', Hanging)
  attach([image('a.jpg')], async () => place)
  await vi.waitFor(() => expect(states()).toEqual(['failed']))
  expect(kycDraft.get().pictures[0]?.fault).toBeInstanceOf(NotAnImage)
  expect(kycDraft.get().pictures[0]?.fault).toMatchObject({ why: 'slow' })
})
