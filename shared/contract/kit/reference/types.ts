import type { Json } from '../openapi/schema'
import { noteOf, tupleOf } from './notes'

/** The data that is needed to write a schema as a TypeScript type. */
export interface TypeContext {
  /** The schemas of the components in the OpenAPI document, by name. */
  schemas: Json
  /**
   * The names of the components that have a separate section. Types refer to these components by name. All
   * other components are written out.
   */
  named: ReadonlySet<string>
}

/** Returns a JSON schema as a TypeScript type, with the limits and descriptions of its fields as comments. */
export function typeOf(schema: Json, context: TypeContext): string {
  const name = nameOf(schema)
  if (name !== undefined)
    return context.named.has(name) ? name : typeOf(context.schemas[name] as Json, context)
  const variants = (schema.oneOf ?? schema.anyOf) as Json[] | undefined
  if (variants) return unionOf(variants, context)
  const parts = schema.allOf as Json[] | undefined
  if (parts) return parts.map(part => typeOf(part, context)).join(' & ')
  const type = simpleTypeOf(schema, context)
  // If an enum is nullable, its values already contain null.
  return schema.nullable === true && !Array.isArray(schema.enum) ? `${type} | null` : type
}

/** Returns the name of the component that a schema refers to. */
export function nameOf({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}

function simpleTypeOf(schema: Json, context: TypeContext): string {
  if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayOf(schema, context)
    case 'object':
      return objectOf(schema, context)
    default:
      return 'unknown'
  }
}

function arrayOf(schema: Json, context: TypeContext): string {
  const parts = tupleOf(schema)
  if (parts) return `[${parts.map(part => typeOf(part, context)).join(', ')}]`
  const item = typeOf(schema.items as Json, context)
  return /^[^{]* [|&] /.test(item) ? `(${item})[]` : `${item}[]`
}

function objectOf(schema: Json, context: TypeContext): string {
  const { properties, additionalProperties, required = [] } = schema
  if (!properties)
    return additionalProperties ? `Record<string, ${typeOf(additionalProperties as Json, context)}>` : '{}'
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) =>
    fieldOf(name, field, (required as string[]).includes(name), context),
  )
  return `{\n${fields.join('\n').replace(/^/gm, '  ')}\n}`
}

/**
 * The maximum number of characters of a line, including the comment at its end. If the line would be longer,
 * the comment is placed above the field.
 */
const LINE = 120

function fieldOf(name: string, field: Json, isRequired: boolean, context: TypeContext): string {
  const type = typeOf(field, context)
  const line = `${name}${isRequired ? '' : '?'}:${type.startsWith('\n') ? '' : ' '}${type}`
  const note = noteOf(field)
  if (note === '') return line
  return line.includes('\n') || line.length + note.length > LINE
    ? `// ${note}\n${line}`
    : `${line} // ${note}`
}

/** Returns a union type. Each variant that is an object begins on a new line, with its title as a comment. */
function unionOf(variants: Json[], context: TypeContext): string {
  const types = variants
    .flatMap(variant => variantsOf(variant, context))
    .map(variant => ({ type: typeOf(variant, context), title: titleOf(variant, context) }))
  if (types.every(({ type, title }) => !type.includes('\n') && title === ''))
    return types.map(({ type }) => type).join(' | ')
  return types
    .map(({ type, title }) => `\n  | ${type.replaceAll('\n', '\n    ')}${title && ` // ${title}`}`)
    .join('')
}

/**
 * Returns the variants of a union. If a variant is itself a union, it is replaced by its own variants, unless
 * this inner union has a separate section.
 */
function variantsOf(variant: Json, context: TypeContext): Json[] {
  const name = nameOf(variant)
  if (name !== undefined && context.named.has(name)) return [variant]
  const { oneOf, anyOf } = name === undefined ? variant : (context.schemas[name] as Json)
  const inner = (oneOf ?? anyOf) as Json[] | undefined
  return inner ? inner.flatMap(each => variantsOf(each, context)) : [variant]
}

function titleOf(variant: Json, { schemas }: TypeContext): string {
  const name = nameOf(variant)
  const { title } = name === undefined ? variant : (schemas[name] as Json)
  return typeof title === 'string' ? title : ''
}
