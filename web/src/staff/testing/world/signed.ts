// A signature that a browser made for the console: of `bo`, over the proposal of his own key.
import type { StaffSigned } from '../../api/endpoints.gen.ts'
import { hourMs, today } from './moment.ts'

const key = 'c9aea12edc67a0cc0b85eb57f020ca2836fe5cf792a4103590982b105eb565fd'

export const signed: StaffSigned = {
  account: 'bo',
  at_ms: today - 3 * hourMs,
  call: 'keys/propose',
  subject: 'bo',
  digest: key,
  request: '01a213d5-0896-7d80-a037-0e33f97cd7c0',
  public_key: {
    kind: 'passkey',
    public:
      '04ea82c4df8f5f9bc52d5e49dd7b66488c62833ac28409a3a722fb0ed36e2da635' +
      'e371183dd6f6bf1a740b2e175e045cc46909ce805472b0faca01592af5e746b6',
    credential: 'd9oDS6H6eUKj2pCH5EferyXz9hNUwYzKDMXujDxmvjw',
    origin: 'http://localhost:23315',
  },
  key_approved_by: 'zoe',
  signature: {
    key,
    signature:
      '30450221009e89eedfad44f0001f02473d87f4814964652989c73bf862dbfea73edf4660fb' +
      '022060c894506ab1fdf6e232d3b2e4313236fccb32ba6377942f7e6a8206ce419215',
    passkey: {
      authenticator_data: '49960de5880e8c687434170f6476605b8fe4aeb9a28632c7995cf3ba831d97630500000002',
      client_data:
        '{"type":"webauthn.get","challenge":"pobnMpn4JZchSmN40szFSRg_MFGvRW5m0HvwwqPA6fQ",' +
        '"origin":"http://localhost:23315","crossOrigin":false}',
    },
  },
}
