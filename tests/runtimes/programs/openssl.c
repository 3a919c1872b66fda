// SPDX-License-Identifier: GPL-2.0-or-later
// OpenSSL: what it sets up at first use and cleans up in an exit handler.
//
// long: its compiler or its start takes seconds
// build: cc -g -O0 $SRC -o $BIN -lssl -lcrypto -lpthread
// features: digest random context errors cipher key encode number hmac store
// threads: thread
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <string.h>

#include "plant.h"

static void digest(void)
{
  unsigned char sum[EVP_MAX_MD_SIZE];
  unsigned bytes;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  EVP_DigestInit_ex(context, EVP_sha256(), NULL);
  EVP_DigestUpdate(context, "hello", 5);
  EVP_DigestFinal_ex(context, sum, &bytes);
  EVP_MD_CTX_free(context);
}

static void random_bytes(void)
{
  unsigned char bytes[32];
  RAND_bytes(bytes, sizeof bytes);
}

static void ssl_context(void)
{
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  SSL *connection = SSL_new(context);
  SSL_free(connection);
  SSL_CTX_free(context);
}

static void errors(void)
{
  BIO_free(BIO_new_file("/nonexistent", "r"));
  char text[256];
  ERR_error_string_n(ERR_get_error(), text, sizeof text);
  BIO_free(BIO_new_file("/nonexistent", "r"));
}

static void cipher(void)
{
  unsigned char key[32] = {1}, iv[16] = {2}, out[64];
  int bytes;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), NULL, key, iv);
  EVP_EncryptUpdate(context, out, &bytes, (const unsigned char *)"hello", 5);
  EVP_EncryptFinal_ex(context, out + bytes, &bytes);
  EVP_CIPHER_CTX_free(context);
}

static void key(void)
{
  EVP_PKEY *made = EVP_EC_gen("P-256");
  EVP_PKEY_free(made);
}

static void encode(void)
{
  BIO *memory = BIO_push(BIO_new(BIO_f_base64()), BIO_new(BIO_s_mem()));
  BIO_write(memory, "hello", 5);
  BIO_flush(memory);
  BIO_free_all(memory);
}

static void number(void)
{
  BN_CTX *context = BN_CTX_new();
  BIGNUM *prime = BN_new();
  BN_generate_prime_ex(prime, 64, 0, NULL, NULL, NULL);
  BN_free(prime);
  BN_CTX_free(context);
}

static void hmac(void)
{
  unsigned char sum[EVP_MAX_MD_SIZE];
  unsigned bytes;
  HMAC(EVP_sha1(), "key", 3, (const unsigned char *)"hello", 5, sum, &bytes);
}

static void store(void)
{
  X509_STORE *all = X509_STORE_new();
  X509_STORE_set_default_paths(all);
  X509_STORE_free(all);
}

static void *in_thread(void *argument)
{
  digest();
  random_bytes();
  return argument;
}

static void thread(void)
{
  pthread_t one;
  pthread_create(&one, NULL, in_thread, NULL);
  pthread_join(one, NULL);
}

static const struct {
  const char *name;
  void (*show)(void);
} features[] = {
  {"digest", digest}, {"random", random_bytes}, {"context", ssl_context}, {"errors", errors}, {"cipher", cipher},
  {"key", key}, {"encode", encode}, {"number", number}, {"hmac", hmac}, {"store", store}, {"thread", thread},
};

int main(int count, char **words)
{
  plant();
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (count > 1 && strcmp(words[1], features[i].name) == 0) {
      features[i].show();
      return 0;
    }
  return 99;
}
