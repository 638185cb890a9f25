CREATE TABLE "comment_image" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"comment_id" text COLLATE "C",
	"pending_comment_id" text COLLATE "C",
	"author_type" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"mime" text COLLATE "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"key" text COLLATE "C",
	"bytes" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comment_image" ADD CONSTRAINT "comment_image_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_image" ADD CONSTRAINT "comment_image_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_image" ADD CONSTRAINT "comment_image_pending_comment_id_pending_comment_id_fk" FOREIGN KEY ("pending_comment_id") REFERENCES "public"."pending_comment"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_image_review" ON "comment_image" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "comment_image_comment" ON "comment_image" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "comment_image_pending" ON "comment_image" USING btree ("pending_comment_id");