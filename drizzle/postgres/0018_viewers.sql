CREATE TABLE "viewer" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "viewer" ADD CONSTRAINT "viewer_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewer" ADD CONSTRAINT "viewer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "viewer_review" ON "viewer" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "viewer_user" ON "viewer" USING btree ("user_id");