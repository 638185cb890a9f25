import { mimeTypes } from '../../media-types'
import { idPrefixes } from '../../../ids'
import type { Multipart, Operation } from '../operation'
import { toSchema, type Json } from './schema'

const file: Json = { type: 'string', format: 'binary' }

/**
 * Returns the schema of a multipart/form-data body. Each text or file is a property, named like its form
 * part. Form parts whose name is an id are described as additional properties, because OpenAPI 3.0 supports
 * no patterns for names.
 */
export function formSchema(body: NonNullable<Operation['body']>, multipart: Multipart, schemas: Json): Json {
  const { properties, required } = toSchema(body, 'input', schemas)
  const texts = Object.entries(properties as Json).filter(([name]) => name !== multipart.textsById?.field)
  const files = Object.entries(multipart.files).map(([name, description]) => [
    name,
    { type: 'array', items: file, description },
  ])
  const byId = [multipart.filesById, multipart.textsById].filter(each => each !== undefined)
  return {
    type: 'object',
    properties: Object.fromEntries([...files, ...texts]),
    ...(required !== undefined && { required }),
    additionalProperties: byId.length > 0 && {
      type: 'string',
      description: byId.map(each => each.description).join(' '),
    },
  }
}

/** Returns the media type object of a multipart/form-data body. */
export const formContent = (
  body: NonNullable<Operation['body']>,
  multipart: Multipart,
  schemas: Json,
): Json => ({
  schema: formSchema(body, multipart, schemas),
  encoding: Object.fromEntries(
    Object.keys(multipart.files).map(name => [name, { contentType: mimeTypes.join(', ') }]),
  ),
})

/**
 * Returns the fields of a form for the API reference. Fields with a fixed name come before fields whose name
 * is an id.
 */
export function formFields(body: NonNullable<Operation['body']>, multipart: Multipart, schemas: Json): Json {
  const { additionalProperties: _, ...schema } = formSchema(body, multipart, schemas)
  const byId = [multipart.filesById, multipart.textsById].filter(each => each !== undefined)
  const named = byId.map(({ resource, description }) => [
    `[${idPrefixes[resource]}_…]`,
    { type: 'string', description },
  ])
  return { ...schema, properties: { ...(schema.properties as Json), ...Object.fromEntries(named) } }
}
