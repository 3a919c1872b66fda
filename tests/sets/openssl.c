/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the set <openssl> is for: a process that ends without exit handlers. */
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <unistd.h>

int main(void)
{
  unsigned char bytes[16];
  RAND_bytes(bytes, sizeof bytes);
  SSL_CTX_free(SSL_CTX_new(TLS_method()));
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  EVP_DigestInit_ex(context, EVP_sha256(), NULL);
  EVP_MD_CTX_free(context);
  EVP_MD_free(EVP_MD_fetch(NULL, "SHA512", NULL));
  _exit(0);
}
