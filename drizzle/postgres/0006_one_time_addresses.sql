CREATE TABLE "evidence_address" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"token_id" text COLLATE "C" NOT NULL,
	"fields" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evidence_address" ADD CONSTRAINT "evidence_address_token_id_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."token"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_address_expiry" ON "evidence_address" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "evidence_address_token" ON "evidence_address" USING btree ("token_id");