// The approval of a withdrawal of 600 USDT by `ada`, as a browser's passkey makes it: the page's check accepts it.
import type { StaffSigned } from '../../api/endpoints.gen.ts'
import { hourMs, today } from './moment.ts'

/** SHA-256 of `["<id>",1,"600.000000","4.800000","<address>",null]`. */
export const digest = '7d8de4e3ecf4254f0bf9dadbedc0ee454065043d9221fb08c71d21aa07195ffc'

export const signed: StaffSigned = {
  account: 'ada',
  at_ms: today - 2 * hourMs,
  call: 'withdrawals/approve',
  subject: '0193f0c2-7a11-7bbb-8ccc-100000000004',
  digest,
  request: '01a213d5-0896-7d80-a037-0e33f97cd7c1',
  public_key: {
    kind: 'passkey',
    public:
      '045d1c8f7ee3a027a34f958b3a77c23a320942bc0c60c6d2168ad099faf873b00d' +
      '70c22cb19f0fba98f7ff991cdc52899f8d510da34002271ea636ae86cf4c550f',
    credential: 'wscVauDWL7MeL05ENtRK5dkabK-cFQRP_YRlX3hbrN0',
    origin: 'https://staff.example',
  },
  key_approved_by: 'zoe',
  signature: {
    key: '422719650e1c24eb9cb806237b024eb89ad90a2ce1857a96eb9ba8fa663c427b',
    signature:
      '304402203763fd8cb7122526cd03855c3073b3c38fa231401b5e58b566af276ad54186b4' +
      '02207a0a638793ef6e188fce1fb9659cfd22b879ed6fc962910cdc9f9c5e93ab0f92',
    passkey: {
      authenticator_data: '529cca7ae8573b9008be10accefa9509d5036bf8b663bc4a8134efac0c6cbe390500000002',
      client_data:
        '{"type":"webauthn.get","challenge":"_mvFjiz0xmd3-JSPiT6qkkPFoSCol43lsHP4ACejsok",' +
        '"origin":"https://staff.example","crossOrigin":false}',
    },
  },
}
