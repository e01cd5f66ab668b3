import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isS3Address } from './s3-address.ts';

test('documents in Amazon S3 are distinguished from others', () => {
  for (const host of [
    's3.amazonaws.com',
    's3-us-west-2.amazonaws.com',
    'bucket.s3.amazonaws.com',
    'my.bucket.s3.eu-central-1.amazonaws.com',
    'bucket.s3-eu-west-1.amazonaws.com',
    'bucket.s3.dualstack.us-east-1.amazonaws.com',
    'bucket.s3.cn-north-1.amazonaws.com.cn',
  ])
    assert.equal(isS3Address(`https://${host}/terms.pdf`), true, host);
  for (const address of [
    'https://s3.amazonaws.com.example/terms.pdf',
    'https://ec2.amazonaws.com/terms.pdf',
    'https://s3amazonaws.com/terms.pdf',
    'https://as3.amazonaws.com/terms.pdf',
    'https://s3.amazonaws.com/',
    'https://s3.amazonaws.com:8443/terms.pdf',
    'http://s3.amazonaws.com/terms.pdf',
    's3.amazonaws.com/terms.pdf',
    '',
  ])
    assert.equal(isS3Address(address), false, address);
});

test('an address of any length is checked quickly', () => {
  const began = performance.now();
  for (const name of ['s3.', 's3-', 'a.', 's3.amazonaws.com.'])
    assert.equal(isS3Address(`https://a.${name.repeat(50_000)}x/terms.pdf`), false);
  assert.ok(performance.now() - began < 2000, `${performance.now() - began} ms`);
});
