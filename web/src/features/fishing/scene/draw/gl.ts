/** The few calls of WebGL that prepare a context: nothing here runs in a frame. */

const vertexSource = `
attribute vec2 place;
attribute vec2 spot;
attribute vec4 colour;
uniform vec2 view;
varying vec2 at;
varying vec4 tint;
void main() {
  at = spot;
  tint = colour;
  gl_Position = vec4(place * view + vec2(-1.0, 1.0), 0.0, 1.0);
}`

const fragmentSource = `
precision mediump float;
varying vec2 at;
varying vec4 tint;
uniform sampler2D picture;
void main() {
  gl_FragColor = texture2D(picture, at) * tint;
}`

/** Bytes of a vertex: x, y, u, v as floats, a colour of four bytes. */
const stride = 20

/** Names of drivers that have the CPU draw. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** The second version where there is one; the first has everything that is used. `onGpu`: null when no GPU draws. */
export function contextOf(canvas: HTMLCanvasElement, onGpu: boolean): WebGLRenderingContext | null {
  const wanted: WebGLContextAttributes = {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: false,
    powerPreference: 'low-power',
    failIfMajorPerformanceCaveat: onGpu,
  }
  const gl = canvas.getContext('webgl2', wanted) ?? canvas.getContext('webgl', wanted)
  if (gl === null || !onGpu || !software.test(driverOf(gl))) return gl
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return null
}

/** Some browsers do not refuse by themselves what software plays, but name it. */
function driverOf(gl: WebGLRenderingContext): string {
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(named === null ? gl.RENDERER : named.UNMASKED_RENDERER_WEBGL))
}

/** Makes the program and its buffers the ones in use; gives the place of the view's scale. */
export function buildProgram(gl: WebGLRenderingContext, quadsMax: number): WebGLUniformLocation | null {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(type)
    if (shader === null) throw new Error('the context is lost')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  const names = ['place', 'spot', 'colour']
  names.forEach((name, index) => gl.bindAttribLocation(program, index, name))
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true && !gl.isContextLost())
    throw new Error(`the shaders do not fit: ${gl.getProgramInfoLog(program) ?? ''}`)
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, stride, 0)
  gl.vertexAttribPointer(1, 2, gl.FLOAT, false, stride, 8)
  gl.vertexAttribPointer(2, 4, gl.UNSIGNED_BYTE, true, stride, 16)
  names.forEach((_, index) => gl.enableVertexAttribArray(index))
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners(quadsMax), gl.STATIC_DRAW)
  return gl.getUniformLocation(program, 'view')
}

/** Two triangles for every rectangle. */
function corners(quads: number): Uint16Array<ArrayBuffer> {
  const indices = new Uint16Array(quads * 6)
  for (let quad = 0; quad < quads; quad += 1)
    [0, 1, 2, 0, 2, 3].forEach((corner, index) => (indices[quad * 6 + index] = quad * 4 + corner))
  return indices
}

/** A painted canvas as a texture of any size. */
export function upload(gl: WebGLRenderingContext, source: HTMLCanvasElement): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, source)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}
